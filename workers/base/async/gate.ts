/** Makes others wait while at least one holder keeps it closed. */
export class Gate {
  private holders = 0;
  private opened = Promise.resolve();
  private open = (): void => undefined;

  get isClosed(): boolean {
    return this.holders > 0;
  }

  /** Resolves when it opens. Check `isClosed` again afterwards: someone else may have closed it. */
  wait(): Promise<void> {
    return this.opened;
  }

  /** @returns a function that releases this hold; it may be called twice */
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
