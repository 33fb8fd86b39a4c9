/** How the threads of a process come to one window, whichever of them was first and however they were started. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BroadcastChannel, getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { compareAge, createWindow, mergePlaces, windowName, windowOf, type RequestWindow } from './request-window.js';

/** Milliseconds that a thread which inherited nothing listens before its first request. */
const hearing = 250;

export const now = (): bigint => process.hrtime.bigint();

let current = windowOf(getEnvironmentData(windowName));
const heardAt = current ? 0 : performance.now() + hearing;
if (!current) adopt(createWindow(now()));

const channel = new BroadcastChannel(windowName);
// The type lacks it.
(channel as unknown as { unref(): void }).unref();
channel.onmessage = (event: unknown) => {
  const other = windowOf((event as { data?: unknown }).data);
  const age = other && current ? compareAge(other, current) : 0;
  // The oldest wins: its makers need not be reached, and all come to the same choice.
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

/** The one that counts at the moment: ask each time. */
export async function sharedWindow(): Promise<RequestWindow> {
  const silence = heardAt - performance.now();
  if (silence > 0) await sleep(silence);
  return windowNow();
}

export function windowNow(): RequestWindow {
  return current as RequestWindow;
}
