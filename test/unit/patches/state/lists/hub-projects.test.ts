import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { hubRows } from '../../../../../src/forge/rows/hub.ts';
import type { HubProject } from '../../../../../src/forge/shapes/hub.ts';
import { HubProjects } from '../../../../../src/patches/state/lists/hub-projects.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';

const editor: HubProject = { name: 'editor', lists: [], repositories: [], trackers: [] };
const hourMs = 3_600_000;

describe('The projects of users at a hub', () => {
	const clock = stopTheDate(Date.parse('2026-11-20T07:00:00Z'));

	/** A hub whose answers a test chooses. */
	function start() {
		const { log, lines } = readable();
		const folder = temporaryFolder('hub');
		const hub = { isThere: true, asked: [] as string[], error: undefined as ForgeError | undefined };
		const client = clientOf(hubRows, {
			projects: async ({ owner }) => {
				hub.asked.push(String(owner));
				if (hub.error) throw hub.error;
				return { projects: owner === '~ana' ? [editor] : [] };
			},
		});
		/** Opens a window. */
		const open = () =>
			new HubProjects({
				hub: () => (hub.isThere ? client : undefined),
				cache: fileStorage(folder, log),
				log,
			});
		return { open, hub, lines };
	}

	it('are those that were known while the hub fails, which is logged once and not asked again soon', async () => {
		const { open, hub, lines } = start();
		const projects = open();
		await projects.read('~ana');
		clock.now += 25 * hourMs;
		hub.error = new ForgeError('forbidden', 'Not allowed.');
		hub.asked.length = 0;
		assert.deepEqual([await projects.read('~bob'), await projects.read('~ana')], [[], [editor]]);
		assert.deepEqual([await projects.known('~bob'), await projects.known('~ana')], [[], [editor]]);
		assert.deepEqual(hub.asked, ['~bob']);
		clock.now += hourMs;
		assert.deepEqual(await projects.read('~bob'), []);
		assert.deepEqual(hub.asked, ['~bob', '~bob']);
		assert.equal(lines.filter(({ line }) => line.includes('of the hub could not be read')).length, 1);
	});

	/** A hub that answers when a test lets it, or when the request is aborted, but knows at once that `~bob` has no projects. */
	function startSlow(options: { readonly timeoutMs?: number } = {}) {
		const { log } = readable();
		const answer = Promise.withResolvers<{ projects: HubProject[] }>();
		const started = Promise.withResolvers<void>();
		const hub = { asked: 0, answer: () => answer.resolve({ projects: [editor] }) };
		const client = clientOf(hubRows, {
			projects: async ({ owner }, { signal } = {}) => {
				if (owner === '~bob') return { projects: [] };
				hub.asked += 1;
				started.resolve();
				signal?.addEventListener('abort', () => answer.reject(signal.reason));
				return answer.promise;
			},
		});
		const cache = fileStorage(temporaryFolder('hub'), log);
		/** Opens a window. */
		const open = () => new HubProjects({ hub: () => client, cache, log, ...options });
		return { open, projects: open(), hub, started: started.promise };
	}

	it('come later from a slow hub for callers that wait only a moment', async () => {
		const { projects, hub } = startSlow();
		const ofPage = projects.read('~ana', { signal: new AbortController().signal });
		assert.deepEqual(await projects.read('~ana', { waitMs: 1 }), []);
		hub.answer();
		assert.deepEqual(await ofPage, [editor]);
		await until(async () => (await projects.known('~ana'))?.length === 1);
		assert.deepEqual([await projects.read('~ana'), hub.asked], [[editor], 1]);
	});

	it('are kept if another window is told of others meanwhile', async () => {
		const { projects, hub, started, open } = startSlow();
		const read = projects.read('~ana');
		await started;
		await open().read('~bob');
		hub.answer();
		await read;
		const later = open();
		assert.deepEqual([await later.known('~ana'), await later.known('~bob')], [[editor], []]);
	});
});
