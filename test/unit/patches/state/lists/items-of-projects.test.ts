import assert from 'node:assert/strict';
import type { HubProject } from '../../../../../src/forge/shapes/hub.ts';
import { itemsOfProjects } from '../../../../../src/patches/state/lists/items-of-projects.ts';
import { itemRef } from '../../../../../src/platform/model/item-name.ts';

const list = { account: 'one', owner: '~ana', list: 'devel' };
const item = (owner: string, name: string) => ({ owner, name });
const project = (name: string, more: Partial<HubProject> = {}): HubProject => ({
	...{ name, lists: [item('~ana', 'devel')], repositories: [], trackers: [] },
	...more,
});

const projects = [
	project('web', {
		repositories: [item('~ana', 'web'), item('~ana', 'css')],
		trackers: [item('~ana', 'web-bugs')],
	}),
	project('shell', {
		repositories: [item('~bob', 'sh')],
		trackers: [item('~ana', 'bugs'), item('~ana', 'web-bugs')],
	}),
	project('other', {
		lists: [item('~bob', 'devel'), item('~ana', 'other')],
		trackers: [item('~ana', 'other')],
	}),
];

describe('The items of the projects of a list', () => {
	for (const [prefix, repositories, trackers] of [
		['', ['~ana/web', '~ana/css', '~bob/sh'], ['~ana/web-bugs', '~ana/bugs']],
		['unknown', ['~ana/web', '~ana/css', '~bob/sh'], ['~ana/web-bugs', '~ana/bugs']],
		['css v2', ['~ana/web', '~ana/css'], ['~ana/web-bugs']],
		['shell', ['~bob/sh'], ['~ana/bugs', '~ana/web-bugs']],
	] as const)
		it(`are those of the projects that the prefix "${prefix}" names, or else of all`, () => {
			const found = (kind: 'repository' | 'tracker') =>
				itemsOfProjects(projects, list, kind, prefix).map(itemRef);
			assert.deepEqual([found('repository'), found('tracker')], [repositories, trackers]);
		});

	it('are none if no project has the list', () => {
		assert.deepEqual(itemsOfProjects(projects, { ...list, list: 'news' }, 'tracker', 'shell'), []);
	});
});
