import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageController } from '../../../src/platform/page/panel.ts';
import { forAnyPage, nothing, row, text } from '../../../src/platform/page/requests.ts';
import type { Owner } from '../../../src/platform/page/snapshot-parts.ts';
import type { TabIcon } from '../../../src/platform/page/tab-icon.ts';
import { temporaryFolder } from '../../tools/places.ts';

const table = { ready: forAnyPage(row(nothing)), say: row(text()) };
export type Table = typeof table;

/** A folder with the code of a kind of page. */
export function extensionFolder(page = 'ticket'): string {
	const folder = temporaryFolder('panel');
	mkdirSync(join(folder, 'dist', 'media'), { recursive: true });
	mkdirSync(join(folder, 'media'));
	writeFileSync(join(folder, 'dist', 'media', 'icons.js'), '');
	writeFileSync(join(folder, 'dist', 'media', `${page}.js`), 'start();');
	for (const name of ['page', page]) writeFileSync(join(folder, 'media', `${name}.css`), 'body {}');
	return folder;
}

/** What a page shows, and what it was told. */
export class APage {
	readonly calls: string[] = [];
	text = 'first';
	opened: Promise<void> = Promise.resolve();
	icon: TabIcon | undefined;
	failure: unknown;
	/** Called when the page says something. */
	didSay = (): void => {};
	readonly key: string;
	title: string;
	owner: Owner | null = null;

	constructor(key = 'a') {
		this.key = key;
		this.title = `Title ${key}`;
	}

	/** Its controller. */
	readonly create = (changed: () => void): PageController<string, Table> => {
		this.changed = changed;
		return {
			table,
			key: this.key,
			opened: this.opened,
			handlers: {
				ready: () => null,
				say: (words) => {
					this.calls.push(`said ${words}`);
					if (this.failure) throw this.failure;
					this.didSay();
					return null;
				},
			},
			snapshot: () => {
				if (this.text === '') throw new Error('no snapshot');
				return this.text;
			},
			didDraw: (isSeen) => this.calls.push(isSeen ? 'drawn' : 'drawn unseen'),
			didHide: () => this.calls.push('hidden'),
			refresh: () => this.calls.push('refreshed'),
			title: () => this.title,
			owner: () => this.owner,
			icon: () => this.icon,
			dispose: () => this.calls.push('disposed'),
		};
	};

	changed = (): void => {};

	/** A request of the page. By default, the page shows nothing yet when it is ready. */
	request(name: string, body: unknown = {}, key = name === 'ready' ? '' : this.key): unknown {
		return { name, id: '1', key, body };
	}
}
