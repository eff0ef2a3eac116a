import assert from 'node:assert/strict';
import { toOwnName } from '../../../../src/forge/contract/own-name.ts';
import { made } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { until } from '../../../tools/until.ts';

/** A view shows it with the branches that it had. */
describe('A repository that was made private on the forge', () => {
	const { open } = repositoryCommands();
	const message =
		/^Commit [0-9a-f]{7} of ~bob\/dotfiles was not found\. The repository may have been deleted, renamed or made private, or its history was rewritten\.$/;
	let window: Awaited<ReturnType<typeof open>>;
	const change = (visibility: 'private' | 'public') =>
		window
			.account('bob')
			.client.updateRepository(
				{ repository: toOwnName({ owner: '~bob', name: 'dotfiles' }, '~bob') },
				{ visibility },
			);
	beforeEach(async () => {
		window = await open('ana', 'bob');
		await change('public');
		await window.cacheOf('bob', 'dotfiles').load();
		await change('private');
		made.boxes.length = 0;
	});

	for (const act of ['goToFile', 'find'] as const) {
		it(`is said to be gone by ${act}`, async () => {
			const done = window.commands[act]([row('bob', 'dotfiles')]);
			await until(() => made.boxes[0]?.busy === false);
			const [box = assert.fail()] = made.boxes;
			const texts = box.items.flatMap(({ label, description = '', detail = '' }) => [
				label.replace('$(warning) ', ''),
				description,
				detail,
			]);
			assert.ok(
				texts.some((text) => message.test(text)),
				texts.join('; '),
			);
			box.hide();
			await done;
		});
	}

	it('is said to be gone instead of having no README', async () => {
		await assert.rejects(window.commands.showReadme([row('bob', 'dotfiles')]), { kind: 'missing', message });
	});
});
