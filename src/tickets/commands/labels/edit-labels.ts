import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError, needsSignIn } from '../../../forge/contract/errors.ts';
import type { Label } from '../../../forge/shapes/trackers.ts';
import { workInBox } from '../../../platform/editor/boxes/work-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { askText, confirm, showInformation, showInStatusBar } from '../../../platform/editor/messages.ts';
import { type TrackerKey, trackerRef } from '../../../platform/model/keys.ts';
import { colorOf } from '../../../platform/model/label-color.ts';
import { labelNameProblem } from '../../model/label-name.ts';
import {
	type ChosenLabel,
	createLabel,
	deleteLabel,
	type LabelDetails,
	readLabels,
	updateLabel,
} from '../../state/change-labels.ts';
import type { Tickets } from '../../state/tickets.ts';
import { pickColor } from './pick-color.ts';
import { swatch } from './swatch.ts';

/** Asks for the name and the color of a new label. */
export function askNewLabel(tickets: Tickets, key: TrackerKey): Promise<void> {
	return askLabel(tickets, key, {
		title: `New Label: ${trackerRef(key)}`,
		working: 'Creating the label…',
		done: 'created',
		send: (label) => createLabel(tickets, key, label),
	});
}

/** Asks which label to edit, and for its name and color. */
export async function askLabelEdit(tickets: Tickets, key: TrackerKey): Promise<void> {
	const title = `Edit Label: ${trackerRef(key)}`;
	const chosen = await pickLabel(tickets, key, title);
	if (!chosen) return;
	const current = chosenLabel(chosen);
	await askLabel(tickets, key, {
		title,
		current,
		working: 'Changing the label…',
		done: 'changed',
		send: (label) => updateLabel(tickets, key, current, label),
	});
}

/** Asks which label to delete, and deletes it after the user has confirmed it. */
export async function askLabelDeletion(tickets: Tickets, key: TrackerKey): Promise<void> {
	const title = `Delete Label: ${trackerRef(key)}`;
	const label = await pickLabel(tickets, key, title);
	if (!label) return;
	const { name } = label;
	const isConfirmed = await confirm(
		`Delete the label “${name}” of ${trackerRef(key)}?`,
		'This removes the label from all tickets of the tracker, for everyone.',
		'Delete Label',
	);
	if (!isConfirmed) return;
	await workInBox(title, 'Deleting the label…', () => deleteLabel(tickets, key, chosenLabel(label)));
	showInStatusBar(`Label ${name} was deleted`);
}

const chosenLabel = ({ name, colors, id }: Label): ChosenLabel => ({
	name,
	color: colorOf(colors.background),
	...(id != null && { id }),
});

interface LabelQuestion {
	readonly title: string;
	/** Missing for a new label. */
	readonly current?: LabelDetails;
	readonly working: string;
	readonly done: string;
	readonly send: (label: LabelDetails) => Promise<void>;
}

/** Asks for a name and a color. If the forge refuses them or cannot be reached, asks again with what the user has chosen. */
async function askLabel(tickets: Tickets, key: TrackerKey, question: LabelQuestion): Promise<void> {
	const { title, current, working, done, send } = question;
	let { name, color }: Partial<LabelDetails> = current ?? {};
	let prompt = 'Name of the label';
	let hasLeft = false;
	using lifetime = new Lifetime();
	while (true) {
		const labels = await readLabels(tickets, key, lifetime);
		const others = labels.map((label) => label.name).filter((other) => other !== current?.name);
		const typed = await askText({
			title,
			prompt,
			value: name ?? '',
			validateInput: (text) => labelNameProblem(text, others),
		});
		if (typed === undefined) return;
		name = typed.trim();
		color = await pickColor(title, color);
		if (color === undefined || (name === current?.name && color === current.color)) return;
		const label = { name, color };
		try {
			await workInBox(title, working, (left) =>
				send(label).finally(() => {
					hasLeft = left.aborted;
				}),
			);
			showInStatusBar(`Label ${name} was ${done}`);
			return;
		} catch (error) {
			// Another box would interrupt a user who has left. A message says why.
			if (hasLeft || !(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Asks for one of the labels of a tracker; undefined if the user cancels, or is told that there are none. */
async function pickLabel(tickets: Tickets, key: TrackerKey, title: string): Promise<Label | undefined> {
	const lifetime = new Lifetime();
	const labels = await readLabels(tickets, key, lifetime).finally(() => lifetime.dispose());
	if (labels.length === 0) {
		await showInformation(`${trackerRef(key)} has no labels.`);
		return undefined;
	}
	const items = labels
		.map((label) => ({
			label: escapeIcons(label.name),
			iconPath: vscode.Uri.parse(swatch(label.colors.background)),
			value: label,
		}))
		.sort((one, other) => one.label.localeCompare(other.label));
	const placeHolder = 'Select a label';
	return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.value;
}
