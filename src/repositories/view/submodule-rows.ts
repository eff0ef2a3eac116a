import { visible } from '../../base/text/invisible-characters.ts';
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
	const short = commit.slice(0, 7);
	const { kind, url } = submodule;
	const label = url === undefined ? 'Unknown repository' : visible(url);
	const reason =
		url === undefined
			? 'The file .gitmodules does not say which repository it is.'
			: kind === 'missing'
				? 'The forge does not have this commit, or does not show it to you.'
				: 'The repository is not on one of your forges.';
	return noticeRow(`submodule/${id}`, kind === 'missing' ? 'warning' : 'repo', label, {
		description: `commit ${short}${kind === 'missing' ? ' not found' : ''}`,
		spokenLabel: `${label}, commit ${short}. ${reason}`,
		tooltip: `${label}, commit ${commit}\n${reason} Click to open or copy its address.`,
		command: { id: 'tildeforge.showSubmodule', title: 'Show Submodule', arguments: [about] },
		about,
	});
}
