import { listAll } from '../../forge/pages.ts';
import type { AreaView } from '../../platform/view/account-rows.ts';
import { ListView, type ListViewOptions } from '../../platform/view/list-view.ts';
import { noticeRow } from '../../platform/view/row.ts';

const areaView: AreaView = {
	area: 'lists',
	itemsName: 'mailing lists',
	scopes: ['lists:read', 'patches:read'],
	rows: async ({ session, connection: { lists } }) => {
		const own = lists ? await listAll(lists.lists({})) : [];
		if (own.length === 0)
			return [noticeRow(`none/${session.id}`, 'info', `${session.account} has no mailing lists`)];
		return own.map(({ name, description }) => ({
			id: `${session.id}/${name}`,
			label: name,
			icon: 'mail',
			context: 'list',
			...(description !== '' && { tooltip: description }),
		}));
	},
};

export const createPatchesView = (options: ListViewOptions): ListView =>
	new ListView('tildeforge.patches', areaView, options);
