import * as vscode from 'vscode';
import type { Level } from '../../base/log/log.ts';
import type { Sink } from '../../base/log/log-records.ts';

const levels: Readonly<Record<Level, vscode.LogLevel>> = {
	debug: vscode.LogLevel.Debug,
	info: vscode.LogLevel.Info,
	warn: vscode.LogLevel.Warning,
	error: vscode.LogLevel.Error,
};

/**
 * The VS Code log channel. It is created with the first line, so a window that logs nothing has none. In development and in tests,
 * lines also go to the console, where a failing test picks them up.
 */
export class LogChannel implements Sink {
	readonly #isMirroredToConsole: boolean;
	#channel: vscode.LogOutputChannel | undefined;

	constructor(mode: vscode.ExtensionMode) {
		this.#isMirroredToConsole = mode !== vscode.ExtensionMode.Production;
	}

	wants(level: Level): boolean {
		if (this.#isMirroredToConsole) return true;
		const current = this.#channel?.logLevel ?? vscode.env.logLevel;
		return current !== vscode.LogLevel.Off && current <= levels[level];
	}

	write(level: Level, line: string): void {
		this.#open()[level](line);
		if (this.#isMirroredToConsole) console.log(`tildeforge ${level}: ${line}`);
	}

	show(): void {
		this.#open().show();
	}

	dispose(): void {
		this.#channel?.dispose();
	}

	#open(): vscode.LogOutputChannel {
		this.#channel ??= vscode.window.createOutputChannel('Tildeforge', { log: true });
		return this.#channel;
	}
}
