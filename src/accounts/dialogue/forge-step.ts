import * as vscode from 'vscode';
import { itemUpdater } from '../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { Dialogue } from './dialogue.ts';
import type { ForgeSettings } from './forge-setup.ts';
import { runStep, type StepExit, separator } from './step.ts';

export type ForgeChoice =
	| { readonly kind: 'known'; readonly instance: Instance }
	/** A domain or an address that the user typed. */
	| { readonly kind: 'typed'; readonly text: string }
	| { readonly kind: 'sample' }
	/** The user wants to correct the settings. */
	| { readonly kind: 'settings' };

interface ChoiceItem extends vscode.QuickPickItem {
	readonly choice?: ForgeChoice;
}

const looksLikeForge = (text: string) => /^(https?:\/\/)?[^\s/@]+(:\d+)?(\/\S*)?$/i.test(text);

function itemId(item: ChoiceItem | undefined): string | undefined {
	const choice = item?.choice;
	if (!choice) return undefined;
	return choice.kind === 'known' ? `known ${choice.instance.name}` : choice.kind;
}

/** Asks which forge to sign in to: one that is set up, one by its domain, or the sample forge. */
export function chooseForge(dialogue: Dialogue, instances: ForgeSettings): Promise<ForgeChoice | StepExit> {
	const input = vscode.window.createQuickPick<ChoiceItem>();
	input.title = 'Sign in to a forge';
	const sample: ChoiceItem = {
		label: '$(beaker) Sample forge',
		detail: 'Runs on this machine with sample data. Deleted after a day.',
		alwaysShow: true,
		choice: { kind: 'sample' },
	};
	const show = itemUpdater(input, itemId);
	const draw = ({ keepsActive = true } = {}) => {
		const known = instances.configured;
		input.placeholder =
			known.length === 0
				? 'Enter the domain of your forge, such as example.org'
				: 'Select a forge, or enter the domain of another one, such as example.org';
		const knownItems: ChoiceItem[] = known.map((instance) => ({
			label: `$(server) ${escapeIcons(instance.name)}`,
			description: escapeIcons(instance.trackers ?? instance.lists ?? instance.repositories ?? ''),
			choice: { kind: 'known', instance },
		}));
		const text = input.value.trim();
		const typedItems: ChoiceItem[] = looksLikeForge(text)
			? [
					{
						// VS Code puts the best matching label first. That must be a forge that is set up, so the text is not in this label.
						label: '$(search) Look for a forge at',
						description: escapeIcons(text),
						alwaysShow: true,
						choice: { kind: 'typed', text },
					},
				]
			: [];
		const { problems } = instances;
		const invalidItems: ChoiceItem[] = [
			...(problems.length > 0 ? [separator('Invalid settings')] : []),
			...problems.map((problem) => ({
				label: '$(warning) Open Settings…',
				detail: escapeIcons(problem),
				alwaysShow: true,
				choice: { kind: 'settings' as const },
			})),
		];
		// Matching forges that are set up come first, so the first letters and Enter are enough.
		show([...knownItems, ...typedItems, separator('No account needed'), sample, ...invalidItems], {
			keepsActive,
		});
	};
	return runStep(dialogue, input, (lifetime, end) => {
		lifetime.add(dialogue.keepTyped(input, 'forge'));
		draw();
		lifetime.add(input.onDidChangeValue(() => draw({ keepsActive: false })));
		lifetime.add(instances.onDidChange(() => draw()));
		lifetime.add(
			input.onDidAccept(() => {
				const choice = input.selectedItems[0]?.choice;
				if (choice) end(choice);
			}),
		);
	});
}

export async function openForgeSettings(): Promise<undefined> {
	await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tildeforge.instances');
}
