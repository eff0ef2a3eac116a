import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { PushAnswerSettings } from '../../../../src/repositories/state/push-answer-settings.ts';
import { endings } from '../../../tools/endings.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

describe('The repositories whose pushes are answered', () => {
	const ending = endings();

	async function open(folder: string, account = 'ana') {
		const log = new Log(() => {});
		const answered = new PushAnswerSettings(account, fileStorage(folder, log), log);
		ending(answered);
		let changes = 0;
		answered.onDidChange(() => changes++);
		await answered.open();
		return { answered, changes: () => changes };
	}

	it('are stored for each account, and follow what another window decides', async () => {
		const folder = temporaryFolder('answered');
		const [one, other, ofBob] = [await open(folder), await open(folder), await open(folder, 'bob')];
		await one.answered.set('editor', true);
		assert.ok(one.answered.has('editor'));
		await until(() => other.answered.has('editor'));
		assert.ok(!ofBob.answered.has('editor'));
		assert.deepEqual([one.changes(), other.changes(), ofBob.changes()], [1, 1, 0]);
		await other.answered.set('editor', false);
		await until(() => !one.answered.has('editor'));
		assert.ok(!(await open(folder)).answered.has('editor'));
	});

	it('are renamed with the repository', async () => {
		const folder = temporaryFolder('answered');
		const { answered, changes } = await open(folder);
		await answered.rename('editor', 'vi');
		assert.ok(!answered.has('vi'));
		await answered.set('editor', true);
		await answered.set('editor', true);
		await answered.rename('editor', 'vi');
		assert.deepEqual([answered.has('editor'), answered.has('vi'), changes()], [false, true, 2]);
		assert.ok((await open(folder)).answered.has('vi'));
	});
});
