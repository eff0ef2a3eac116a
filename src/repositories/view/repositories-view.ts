import { listAll } from '../../forge/pages.ts';
import type { AreaView } from '../../platform/view/account-rows.ts';
import { ListView, type ListViewOptions } from '../../platform/view/list-view.ts';
import { noticeRow } from '../../platform/view/row.ts';

const ownRows: AreaView = {
	area: 'repositories',
	itemsName: 'repositories',
	scopes: ['info:read', 'data:read'],
	rows: async ({ session, connection: { repositories } }) => {
		const own = repositories ? await listAll(repositories.repositories({})) : [];
		if (own.length === 0)
			return [noticeRow(`none/${session.id}`, 'info', `${session.account} has no repositories`)];
		return own.map(({ name, description, visibility }) => ({
			id: `${session.id}/${name}`,
			label: name,
			icon: 'repo',
			context: 'repository',
			...(visibility !== 'public' && { description: visibility }),
			...(description !== '' && { tooltip: description }),
		}));
	},
};

export const createRepositoriesView = (options: ListViewOptions): ListView =>
	new ListView('tildeforge.repositories', ownRows, options);
