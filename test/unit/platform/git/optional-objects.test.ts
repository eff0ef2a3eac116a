import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { CloneObjects } from '../../../../src/platform/git/objects.ts';
import { OptionalObjects } from '../../../../src/platform/git/optional-objects.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';

const id = 'a'.repeat(40);

function source(fail: () => unknown) {
	let asked = 0;
	const read = async () => {
		asked += 1;
		throw fail();
	};
	const objects: CloneObjects = {
		...{ tree: read, rootTree: read, blob: read, commit: read },
		...{ findBlob: read, log: read, logEntries: read, distance: read },
	};
	return { objects, asked: () => asked };
}

const reads: readonly (readonly [
	string,
	(objects: CloneObjects, signal?: AbortSignal) => Promise<unknown>,
])[] = [
	['a tree', (objects, signal) => objects.tree(id, signal && { signal })],
	['the tree of a commit', (objects, signal) => objects.rootTree(id, signal && { signal })],
	['a blob', (objects, signal) => objects.blob(id, { most: 1, ...(signal && { signal }) })],
	['a commit', (objects, signal) => objects.commit(id, signal && { signal })],
	['a log', (objects, signal) => objects.log(id, { most: 1, ...(signal && { signal }) })],
	[
		'a part of a log',
		(objects, signal) => objects.logEntries(id, { most: 1, skip: 0, paths: [], ...(signal && { signal }) }),
	],
	['a distance', (objects, signal) => objects.distance(id, id, signal && { signal })],
	['a blob by a part of its ID', (objects, signal) => objects.findBlob('aaaaaaa', signal && { signal })],
];

describe('Objects of an optional source', () => {
	const clock = stopTheDate(0);

	for (const [what, read] of reads) {
		it(`are missing if reading ${what} fails, and the source is left alone for a minute`, async () => {
			const { objects, asked } = source(() => new ForgeError('timeout', 'Git did not answer.'));
			const failures: string[] = [];
			const optional = new OptionalObjects(objects, ({ message }) => failures.push(message));
			assert.equal(await read(optional), undefined);
			clock.now = 59_999;
			assert.equal(await read(optional), undefined);
			assert.equal(asked(), 1);
			clock.now = 60_000;
			assert.equal(await read(optional), undefined);
			assert.equal(asked(), 2);
			assert.deepEqual(failures, ['Git did not answer.', 'Git did not answer.']);
		});

		it(`are still asked for after the caller has stopped waiting for ${what}`, async () => {
			const stop = new AbortController();
			const reason = new ForgeError('refused', 'stopped');
			const { objects, asked } = source(() => {
				stop.abort(reason);
				return reason;
			});
			const optional = new OptionalObjects(objects, () => assert.fail());
			await assert.rejects(read(optional, stop.signal), reason);
			await assert.rejects(read(optional, stop.signal), reason);
			assert.equal(asked(), 2);
		});

		it(`are missing if the source is closed while ${what} is read`, async () => {
			const { objects, asked } = source(() => new DOMException('The source is closed.', 'AbortError'));
			const optional = new OptionalObjects(objects, () => assert.fail());
			assert.equal(await read(optional), undefined);
			assert.equal(await read(optional, new AbortController().signal), undefined);
			assert.equal(asked(), 2);
		});

		it(`do not hide a bug that shows while ${what} is read`, async () => {
			const bug = new TypeError('no');
			const optional = new OptionalObjects(source(() => bug).objects, () => assert.fail());
			await assert.rejects(read(optional), bug);
		});
	}

	it('that fail together are reported once', async () => {
		const failures: unknown[] = [];
		const { objects } = source(() => new ForgeError('surprise', 'Git ended.'));
		const optional = new OptionalObjects(objects, (error) => failures.push(error));
		await Promise.all([optional.tree(id), optional.commit(id), optional.tree(id)]);
		assert.equal(failures.length, 1);
	});
});
