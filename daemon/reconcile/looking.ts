/** Looking again and again, but never twice at once: what asks meanwhile is answered by one more look. */
export class Looking {
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  /** @param failed told what a look threw; the next one comes all the same */
  constructor(
    private readonly lookOnce: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  look(): void {
    if (this.stopped) return;
    if (this.running !== null) {
      this.again = true;
      return;
    }
    this.running = this.lookOnce()
      .catch(this.failed)
      .finally(() => {
        this.running = null;
        if (!this.again) return;
        this.again = false;
        this.look();
      });
  }

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Waits for the look that runs; there is none after it. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }
}
