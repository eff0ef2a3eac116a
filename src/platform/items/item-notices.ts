import type { Account } from '../../signin/connections/connection.ts';
import { noticeRow, type Row } from '../view/row.ts';
import type { ItemKey, ItemKind } from './item-kind.ts';

/** What an account without items can do. */
export function noItemsRows<Opened extends Account, Key extends ItemKey>(
	{ nouns, titleNoun, commands }: ItemKind<Opened, Key>,
	account: string,
): readonly Row[] {
	const [pin, create] = [`Pin ${titleNoun}…`, `New ${titleNoun}…`];
	return [
		noticeRow(`none/${account}`, 'info', `No ${nouns} yet`),
		noticeRow(`none/${account}/pin`, 'pin', pin, { command: { id: commands.pin, title: pin } }),
		noticeRow(`none/${account}/new`, 'add', create, { command: { id: commands.create, title: create } }),
	];
}

/** A row for pins that could not be read. */
export const unreadablePinsRow = (account: string, nouns: string): Row =>
	noticeRow(`unreadable/pins/${account}`, 'warning', `Pinned ${nouns} could not be read`, {
		description: 'pin them again',
		tooltip: `The file with your pinned ${nouns} could not be read. It was kept, and the log has its name. Pin the ${nouns} again. Click to show the log.`,
		command: { id: 'tildeforge.showLog', title: 'Show Log' },
	});
