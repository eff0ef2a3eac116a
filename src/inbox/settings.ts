import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { Lifetime } from '../base/lifetime.ts';
import { ForgeError } from '../forge/contract/errors.ts';
import { showWarning } from '../platform/editor/messages.ts';
import { onDidChangeSettings } from '../platform/editor/setting-changes.ts';
import type { ForgeEvent } from '../platform/model/forge-events.ts';
import { readRules, rulesToMute, toList, withMuted, withoutRule } from './model/read-rules.ts';
import type { Rule } from './model/rules.ts';

const settingName = 'tildeforge.inbox.rules';
/** The problems that the user was told about last, in any window. */
const memoryKey = 'inbox.reportedRules';

/** The rules of the user's setting. Invalid ones do not count, and the window with the focus says so once. */
export class InboxRules implements Disposable {
	readonly #memory: vscode.Memento;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	readonly onDidChange = this.#changes.event;
	#rules: readonly Rule[] = [];
	/** What is wrong with the rules, for the user. */
	#problems = '';
	#hasFocus = false;

	constructor(memory: vscode.Memento) {
		this.#memory = memory;
		this.#read();
		this.#lifetime.add(
			onDidChangeSettings(settingName)(() => {
				this.#read();
				this.#changes.fire();
			}),
		);
	}

	get rules(): readonly Rule[] {
		return this.#rules;
	}

	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#report();
	}

	/** Adds rules so that such events in their places still enter the inbox, but raise no notification. Returns how to undo that. */
	async mute(events: readonly ForgeEvent[]): Promise<() => Promise<void>> {
		const before = toList(readSetting());
		const muted = events.reduce<readonly unknown[]>(withMuted, before);
		if (!isSame(muted, before)) await writeSetting(muted);
		return async () => {
			const current = toList(readSetting());
			const added = events.flatMap((event) => rulesToMute(before, event));
			if (isSame(current, muted)) await writeSetting(before);
			else await writeSetting(added.reduce<readonly unknown[]>(withoutRule, current));
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#read(): void {
		const { rules, problems } = readRules(readSetting(), settingName);
		this.#rules = rules;
		const [first = '', ...others] = problems;
		this.#problems = others.length > 0 ? `${first} (${others.length} more)` : first;
		this.#report();
	}

	/** Warns once of the problems, in the window with the focus. */
	#report(): void {
		if (!this.#hasFocus || this.#problems === this.#memory.get(memoryKey, '')) return;
		background(this.#memory.update(memoryKey, this.#problems || undefined));
		if (this.#problems !== '') background(warn(this.#problems));
	}
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const readSetting = (): unknown => vscode.workspace.getConfiguration().get<unknown>(settingName);

async function writeSetting(rules: readonly unknown[]): Promise<void> {
	const { Global } = vscode.ConfigurationTarget;
	try {
		const setting = rules.length > 0 ? rules : undefined;
		await vscode.workspace.getConfiguration().update(settingName, setting, Global);
	} catch (cause) {
		throw new ForgeError(
			'refused',
			'The rules of the Inbox could not be written to the settings. Check that settings.json has no errors and is writable, then try again.',
			{ cause },
		);
	}
}

async function warn(text: string): Promise<void> {
	if ((await showWarning(text, 'Open Settings')) === 'Open Settings') await openRulesSetting();
}

/** Shows the rules among the settings. */
export async function openRulesSetting(): Promise<void> {
	await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${settingName}`);
}
