import assert from 'node:assert/strict';
import type { Owner } from '../../../../src/platform/page/snapshot-parts.ts';
import type { TabIcon } from '../../../../src/platform/page/tab-icon.ts';
import { FakePanel } from '../../../kit/window/editor.ts';

const { PageTab } = await import('../../../../src/platform/page/page-tab.ts');
const { Uri } = await import('vscode');

const ana: Owner = { account: '~ana', instance: 'forge.test' };
const draft: TabIcon = { icon: 'pass', tone: 'good', hasDraft: true };

function open() {
	const panel = new FakePanel('ticket');
	const tab = new PageTab({
		panel: panel as never,
		extension: Uri.file('/extension'),
		page: 'ticket',
	});
	const content = (title: string, owner: Owner | null = ana, icon?: TabIcon) => ({
		title: () => title,
		owner: () => owner,
		icon: () => icon,
	});
	return { tab, panel, content };
}

describe('The tab of a page', () => {
	it('names the account of the page if the page has to name it', () => {
		const { tab, panel, content } = open();
		tab.show(content('#1 Crash', null));
		assert.equal(panel.title, '#1 Crash');
		tab.show(content('#1 Crash'));
		assert.equal(panel.title, '#1 Crash · ~ana (forge.test)');
		tab.show(content('#1 Crash on start', null));
		assert.equal(panel.title, '#1 Crash on start');
	});

	it('has the icon of its kind of page, until the page has one', () => {
		const { tab, panel, content } = open();
		tab.show(content('#1 Crash'));
		const first = panel.iconPath;
		assert.match(String(Object(first).light), /\/extension\/media\/ticket-light\.svg$/);
		tab.show(content('#1 Crash'));
		assert.equal(panel.iconPath, first);
		tab.show(content('#1 Crash', ana, draft));
		assert.match(String(Object(panel.iconPath).light), /^data:image/);
	});
});
