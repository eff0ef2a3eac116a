import type { AuthenticationSession } from 'vscode';

/** What a window of the editor has and asks. */
export interface StartUpGiven {
	/** The built extension. */
	readonly dist: string;
	/** The extension's global storage. */
	readonly storage: string;
	readonly secrets: Readonly<Record<string, string>>;
	/** The names that the editor's API has. */
	readonly api: readonly string[];
	readonly asked: readonly (readonly string[] | null)[];
}

export interface StartUp {
	readonly answers: readonly (readonly AuthenticationSession[])[];
	/** The extension's files that are loaded in the end. */
	readonly loaded: readonly string[];
	/** Bytes of heap that are kept in the end. */
	readonly heap: number;
}

/** The environment variable by which the process is given what it needs. */
export const startUpVariable = 'TILDEFORGE_START_UP';
