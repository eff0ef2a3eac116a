import { visible } from '../../base/text/invisible-characters.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import type { Submodule } from '../state/entries/submodules.ts';

/** The row below a submodule whose files cannot be shown. A click offers what can be done with its address. */
export function unreadSubmoduleRow(
	id: string,
	submodule: Exclude<Submodule, { kind: 'found' }>,
	commit: string,
	about: RepositoryTarget,
): Row {
	const { kind, url } = submodule;
	const { label, reason } = url === undefined ? unknown : texts[kind];
	const address = url === undefined ? '' : visible(url);
	const offer =
		url === undefined ? 'Click to copy the ID of the commit.' : 'Click to open or copy its address.';
	const commitText = `commit ${shortId(commit)}`;
	return noticeRow(`submodule/${id}`, kind === 'missing' ? 'warning' : 'info', label, {
		description: address === '' ? commitText : address.replace(/^https?:\/\//, ''),
		spokenLabel: [`${label}, ${commitText}`, address].filter(Boolean).join(' of '),
		tooltip: `${[`Commit ${commit}`, address].filter(Boolean).join(' of ')}\n${reason} ${offer}`,
		command: { id: 'tildeforge.showSubmodule', title: 'Show Submodule', arguments: [about] },
		about,
	});
}

/** The reason comes first: addresses are longer than a row. */
const texts = {
	missing: {
		label: 'Commit not found',
		reason: 'The forge does not have this commit, or does not show it to you.',
	},
	elsewhere: { label: 'Not on your forges', reason: 'The repository is not on one of your forges.' },
};
const unknown = {
	label: 'Not in .gitmodules',
	reason: 'The file .gitmodules does not say which repository it is.',
};
