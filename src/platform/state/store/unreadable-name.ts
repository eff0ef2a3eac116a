import { randomUUID } from 'node:crypto';
import { timeOfDay } from '../../../base/clock.ts';
import type { Name } from './storage.ts';

/** The folder of files that could not be read, which the user can inspect. */
export const unreadableFolder: Name = ['unreadable'];

/** The name under which a file that could not be read is kept. It is never given twice, also within a millisecond. */
export const unreadableName = (of: string): Name => [
	...unreadableFolder,
	`${of} ${new Date(timeOfDay()).toISOString()} ${randomUUID().slice(0, 8)}`,
];
