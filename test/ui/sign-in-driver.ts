import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorWindow } from './window.ts';

/** The folder with the stored sessions. */
export const sessionsFolder = ({ storage }: EditorWindow): string => join(storage, 'sessions');

/** The names of the files of the stored sessions. */
export const sessionFiles = (window: EditorWindow): readonly string[] =>
	readdirSync(sessionsFolder(window)).filter((name) => /^[0-9a-f]{24}-[0-9a-f]{16}$/.test(name));
