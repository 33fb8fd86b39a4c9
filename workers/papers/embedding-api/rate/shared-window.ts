/** Makes all threads of a process share one window, in whatever order and way they started. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel, getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { compareAge, createWindow, mergePlaces, windowName, windowOf, type RequestWindow } from './request-window.js';

/** Milliseconds that a thread without an inherited window listens before its first request. */
const hearing = 250;

export const now = (): bigint => process.hrtime.bigint();

let current = windowOf(getEnvironmentData(windowName));
const heardAt = current ? 0 : performance.now() + hearing;
if (!current) adopt(createWindow(now()));

const channel = new BroadcastChannel(windowName);
// The type lacks this method.
(channel as unknown as { unref(): void }).unref();
channel.onmessage = (event: unknown) => {
  const other = windowOf((event as { data?: unknown }).data);
  const age = other && current ? compareAge(other, current) : 0;
  // The oldest window wins. Every thread makes the same choice without asking the window's creator.
  if (age < 0 && other) adopt(other);
  if (age > 0) publish();
};
publish();

function adopt(window: RequestWindow): void {
  if (current) mergePlaces(current, window, now());
  current = window;
  setEnvironmentData(windowName, window.buffer);
}

function publish(): void {
  channel.postMessage(current?.buffer);
}

/** Returns the current window. Call it each time, because the window may change. */
export async function sharedWindow(): Promise<RequestWindow> {
  const silence = heardAt - performance.now();
  if (silence > 0) await sleep(silence);
  return windowNow();
}

export function windowNow(): RequestWindow {
  return current as RequestWindow;
}
