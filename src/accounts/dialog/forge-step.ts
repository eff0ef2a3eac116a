import * as vscode from 'vscode';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import type { StepExit, Wizard } from '../../platform/editor/boxes/wizard.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { ForgeSettings } from './forge-setup.ts';

export type ForgeChoice =
	| { readonly kind: 'known'; readonly instance: Instance }
	/** A domain or an address that the user typed. */
	| { readonly kind: 'typed'; readonly text: string }
	| { readonly kind: 'sample' }
	/** The user wants to correct the settings. */
	| { readonly kind: 'settings' };

const looksLikeForge = (text: string) => /^(https?:\/\/)?[^\s/@]+(:\d+)?(\/\S*)?$/i.test(text);

/** Asks which forge to sign in to: one that is set up, one by its domain, or the sample forge. */
export function chooseForge(wizard: Wizard, instances: ForgeSettings): Promise<ForgeChoice | StepExit> {
	const box = new SearchBox<ForgeChoice>({
		title: 'Sign in to a forge',
		placeholder: () =>
			instances.configured.length === 0
				? 'Enter the domain of your forge, such as example.org'
				: 'Select a forge, or enter the domain of another one, such as example.org',
		rows: (text) => rowsFor(text.trim(), instances),
	});
	box.lifetime.add(instances.onDidChange(() => box.draw()));
	return box.askIn(wizard, 'forge');
}

/** Says what to enter instead, and does nothing. */
const noForge: BoxRow<never> = {
	label: '$(info) This is no domain',
	description: 'Enter one such as example.org, or the address of a forge',
	alwaysShow: true,
};

/** Matching forges that are set up come first, so the first letters and Enter are enough. */
function rowsFor(text: string, { configured, problems }: ForgeSettings): readonly BoxRow<ForgeChoice>[] {
	const known = configured.map((instance) => ({
		label: `$(server) ${escapeIcons(instance.name)}`,
		description: escapeIcons(instance.trackers ?? instance.lists ?? instance.repositories ?? ''),
		id: `known ${instance.name}`,
		enter: () => ({ kind: 'known' as const, instance }),
	}));
	const typed: BoxRow<ForgeChoice> = {
		// VS Code puts the best matching label first. That must be a forge that is set up, so the text is not in this label.
		label: '$(search) Look for a forge at',
		description: escapeIcons(text),
		alwaysShow: true,
		id: 'typed',
		enter: () => ({ kind: 'typed', text }),
	};
	const sample: BoxRow<ForgeChoice> = {
		label: '$(beaker) Sample forge',
		detail: 'Runs on this machine with sample data. Deleted after a day.',
		// Enter must not start it if what was typed is no forge.
		alwaysShow: text === '' || looksLikeForge(text),
		id: 'sample',
		enter: () => ({ kind: 'sample' }),
	};
	const invalid = problems.map((problem) => ({
		label: '$(warning) Open Settings…',
		detail: escapeIcons(problem),
		alwaysShow: true,
		id: `settings ${problem}`,
		enter: () => ({ kind: 'settings' as const }),
	}));
	return [
		...known,
		...(looksLikeForge(text) ? [typed] : []),
		...(text === '' || looksLikeForge(text) ? [] : [noForge]),
		separator('No account needed'),
		sample,
		...(problems.length > 0 ? [separator('Invalid settings')] : []),
		...invalid,
	];
}

export async function openForgeSettings(): Promise<undefined> {
	await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tildeforge.instances');
}
