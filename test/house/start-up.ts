import type { AuthenticationSession } from 'vscode';

/** What a window has, and the sessions that VS Code asks for. */
export interface StartUpGiven {
	/** The built extension. */
	readonly dist: string;
	/** The extension's global storage. */
	readonly storage: string;
	readonly secrets: Readonly<Record<string, string>>;
	/** The names in VS Code's API. */
	readonly api: readonly string[];
	readonly asked: readonly (readonly string[] | null)[];
}

export interface StartUp {
	readonly answers: readonly (readonly AuthenticationSession[])[];
	/** The extension's files that are loaded at the end. */
	readonly loaded: readonly string[];
	/** Growth of the retained heap, in bytes. */
	readonly heap: number;
}

/** The environment variable that passes `StartUpGiven` to the process. */
export const startUpVariable = 'TILDEFORGE_START_UP';
