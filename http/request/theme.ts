/** Light or dark pages: the setting of the system, or the choice made on a page. */
import type { Context } from 'koa';
import { chosen, type KeptChoice } from './kept-choice.js';

export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeChoice: KeptChoice = { name: 'theme', values: themes };

export const themeOf = (ctx: Context): Theme => themes.find((theme) => theme === chosen(ctx, themeChoice)) ?? 'system';
