import assert from 'node:assert/strict';
import { Renderers } from '../../../../src/tickets/commands/renderers.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';

describe('The Markdown renderer of a tracker', () => {
	const { forge: start, folder, ending } = stage();

	async function open() {
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(await start(), at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		return { renderers: new Renderers(), ana: tickets.of('ana') ?? assert.fail() };
	}

	it('is made once for each tracker of a forge', async () => {
		const { renderers, ana } = await open();
		const render = renderers.of(ana, key);
		assert.equal(renderers.of(ana, { ...key }), render);
		for (const other of [
			renderers.of(ana, { ...key, owner: '~bob' }),
			renderers.of(ana, { ...key, tracker: 'tools' }),
			renderers.of(undefined, key),
			renderers.of({ ...ana, instance: { name: 'other.test' } }, key),
		])
			assert.notEqual(other, render);
	});

	it('completes references with the tracker, and knows the addresses of the forge', async () => {
		const { renderers, ana } = await open();
		const { html } = renderers.of(ana, key)('#7 https://todo.forge.test/~bob/tools/8');
		assert.match(html, /data-open="ticket:~ana\/editor#7"/);
		assert.match(html, /data-open="https:\/\/todo\.forge\.test\/~bob\/tools\/8"/);
		assert.match(renderers.of(undefined, key)('[a](b)').html, /^<p>(?!.*todo\.forge\.test)/);
		assert.match(renderers.of(ana, key)('[a](b)').html, /todo\.forge\.test\/~ana\/editor\/b/);
	});

	it('highlights code', async () => {
		const { renderers, ana } = await open();
		assert.match(renderers.of(ana, key)('```js\nconst a = 1;\n```').html, /<span class="[^"]*hljs/);
	});
});
