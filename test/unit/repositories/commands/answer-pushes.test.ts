import assert from 'node:assert/strict';
import { answerWith, enter, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { until } from '../../../tools/until.ts';

const question =
	/^warning: Report tickets to users who push to ~ana\/editor\?: .+webhook.+: Report Tickets$/s;
const registering = 'progress: Registering a webhook for ~ana/editor…';
const why = 'forge.test cannot reach this machine.';

describe('Answering pushes', () => {
	const { open } = repositoryCommands();

	async function start() {
		const window = await open('ana', 'bob');
		const { answered } = window.account('ana');
		const { instance } = window.account('ana');
		await answered.set('editor', false);
		Object.assign(instance, { webhookKey: 'key' });
		takeCalls();
		const run = () => window.commands.answerPushes([row('ana', 'editor')]);
		return { ...window, run, isAnswered: () => answered.has('editor') };
	}

	it('begins when the user agrees, and ends with the same command', async () => {
		const { run, hooks, isAnswered } = await start();
		answerWith(enter('Report Tickets'));
		const done = run();
		await until(isAnswered);
		// As it was before.
		hooks.set({ kind: 'registered' });
		hooks.set({ kind: 'pending' });
		hooks.set({ kind: 'registered', isAnswering: true });
		await done;
		const [asked = '', ...rest] = takeCalls();
		assert.match(asked, question);
		assert.deepEqual(rest, [
			registering,
			'status bar: Now reporting tickets to users who push to ~ana/editor',
		]);
		answerWith(enter('Stop Reporting'));
		await run();
		assert.equal(isAnswered(), false);
		assert.deepEqual(takeCalls(), [
			'warning: Stop reporting tickets to users who push to ~ana/editor?: They no longer see which tickets their commits concern.: Stop Reporting',
			'status bar: No longer reporting tickets to users who push to ~ana/editor',
		]);
	});

	it('changes nothing if the user cancels', async () => {
		const { account, run, isAnswered } = await start();
		await run();
		assert.equal(isAnswered(), false);
		await account('ana').answered.set('editor', true);
		await run();
		assert.equal(isAnswered(), true);
	});

	it('is not offered if the forge cannot reach this machine, with a button for the settings', async () => {
		const { run, hooks, isAnswered } = await start();
		hooks.set({ kind: 'none', why });
		answerWith(enter('Open Settings'));
		await run();
		await passTurns();
		const [message, ...rest] = takeCalls();
		assert.equal(
			message,
			`warning: Tickets cannot be reported to users who push to ~ana/editor. ${why}: Open Settings`,
		);
		assert.match(rest.join(), /openSettings/);
		assert.equal(isAnswered(), false);
	});

	it('is refused before anything is asked if the forge shows no answers to pushes', async () => {
		const { account, run, isAnswered } = await start();
		Object.assign(account('ana').connection, { hidesPushAnswers: true });
		await assert.rejects(run(), /^ForgeError: forge\.test does not show answers to users who push\.$/);
		assert.deepEqual(takeCalls(), []);
		assert.equal(isAnswered(), false);
	});

	it('is not offered if deliveries cannot be verified, because they would not be answered', async () => {
		const { account, run, isAnswered } = await start();
		Object.assign(account('ana').instance, { webhookKey: undefined });
		answerWith(enter('Open Settings'));
		await run();
		await passTurns();
		const [message = '', ...rest] = takeCalls();
		assert.match(message, /cannot be reported .+ Add webhookKey .+: Open Settings$/);
		assert.match(rest.join(), /@id:tildeforge\.instances/);
		assert.equal(isAnswered(), false);
	});

	it('ends if the forge refuses the webhook, with the reason', async () => {
		const { run, hooks, isAnswered } = await start();
		answerWith(enter('Report Tickets'));
		const done = run();
		await until(isAnswered);
		hooks.set({ kind: 'refused', why: 'Sync is not supported.' });
		await done;
		assert.equal(
			takeCalls()[2],
			'warning: Tickets cannot be reported to users who push to ~ana/editor. Sync is not supported.',
		);
		assert.equal(isAnswered(), false);
	});

	it('can be stopped while the forge cannot reach this machine', async () => {
		const { account, run, hooks, isAnswered } = await start();
		await account('ana').answered.set('editor', true);
		hooks.set({ kind: 'none', why });
		answerWith(enter('Stop Reporting'));
		await run();
		assert.match(takeCalls()[0] ?? '', /Currently, nothing can be reported\. forge\.test cannot reach/);
		assert.equal(isAnswered(), false);
	});

	it('needs a permission, which the user can grant', async () => {
		const { account, run } = await start();
		Object.assign(account('ana').session, { scopes: ['info:read'] });
		await assert.rejects(run(), { kind: 'forbidden', scopes: ['data:read'], instance: 'forge.test' });
	});
});
