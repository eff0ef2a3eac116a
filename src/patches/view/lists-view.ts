import { ForgeError } from '../../forge/errors.ts';
import { listAll } from '../../forge/pages.ts';
import type { List } from '../../forge/shapes/lists.ts';
import type { PlacedItem } from '../../platform/view/item-account.ts';
import { type ItemsView, ListView, type ListViewOptions } from '../../platform/view/list-view.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';

const view: ItemsView = {
	area: 'lists',
	itemsName: 'mailing lists',
	scopes: ['lists:read', 'patches:read'],
	rows: async (account) => {
		const { session, connection } = account;
		const own = connection.lists ? await listAll(connection.lists.lists({})) : [];
		if (own.length === 0)
			return [noticeRow(`none/${session.id}`, 'info', `${session.account} has no mailing lists`)];
		return own.map((list) => listRow({ account, owner: session.account, name: list.name }, list));
	},
	idOf: ({ account: { session }, owner, name }) =>
		owner === session.account ? `${session.id}/${name}` : `${session.id}/${owner}/${name}`,
	rowOf: async (item) => {
		const { account, owner, name } = item;
		const { lists } = account.connection;
		if (!lists) throw new ForgeError('missing', `${account.instance.name} has no mailing lists.`);
		return listRow(item, await lists.list({ owner, list: name }));
	},
};

function listRow(item: PlacedItem, { description }: Pick<List, 'description'>): Row {
	const { account, owner, name } = item;
	return {
		id: view.idOf(item),
		label: owner === account.session.account ? name : `${owner}/${name}`,
		icon: 'mail',
		context: 'list',
		...(description !== '' && { tooltip: description }),
	};
}

export const createPatchesView = (options: ListViewOptions): ListView =>
	new ListView('tildeforge.patches', view, options);
