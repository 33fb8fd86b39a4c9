import type { BrowserType } from 'playwright-core';

export type { Browser, BrowserContextOptions, Page } from 'playwright-core';
/** Installs what this folder's package.json names on first use. */
export function chromium(): Promise<BrowserType>;
