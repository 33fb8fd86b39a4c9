/** Keeps others waiting for as long as anybody holds it closed. */
export class Gate {
  private holders = 0;
  private opened = Promise.resolve();
  private open = (): void => undefined;

  get isClosed(): boolean {
    return this.holders > 0;
  }

  /** Resolves when nobody holds it; who waited asks again, since somebody else may by then. */
  wait(): Promise<void> {
    return this.opened;
  }

  /** @returns what lets it go; may be called twice */
  close(): () => void {
    if (this.holders === 0) this.opened = new Promise((resolve) => (this.open = resolve));
    this.holders++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.holders === 0) this.open();
    };
  }
}
