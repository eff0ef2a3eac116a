import { Emitter } from '../../../src/base/emitter.ts';
import type { ProjectItem, ProjectItems } from '../../../src/platform/model/project-items.ts';

/** The items of the projects of a window. `set` changes them, as another folder does. */
export function projectItems(...first: readonly string[]) {
	let all = first.map(itemNamed);
	const changes = new Emitter<void>();
	const state = { waits: 0 };
	const items: ProjectItems = {
		get all() {
			return all;
		},
		ready: async () => {
			state.waits += 1;
		},
	};
	return {
		items,
		state,
		onDidChange: changes.event,
		set: (...names: readonly string[]) => {
			all = names.map(itemNamed);
			changes.fire();
		},
	};
}

/** `~ana/editor`, on `forge.test` or as `other.test ~ana/editor`. */
export function itemNamed(text: string): ProjectItem {
	const [path = '', instance = 'forge.test'] = text.split(' ').reverse();
	const [owner = '', name = ''] = path.split('/');
	return { instance, owner, name };
}
