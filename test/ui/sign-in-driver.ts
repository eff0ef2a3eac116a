import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorWindow } from './window.ts';

/** The names of the files of the stored sessions. */
export const sessionFiles = ({ storage }: EditorWindow): readonly string[] =>
	readdirSync(join(storage, 'sessions')).filter((name) => /^[0-9a-f]{24}-[0-9a-f]{16}$/.test(name));
