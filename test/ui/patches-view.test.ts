import { until } from '../tools/until.ts';
import { collapseRow } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';

describe('The Patches view', () => {
	const { patches, expand } = patchesWindow({
		user: '~bob',
		more: {
			'tildeforge.patchQueries': [
				{ name: 'From Carol', query: 'is:patch from:carol' },
				{ name: 'Mistyped', query: 'is:nonsense' },
			],
		},
	});

	it('has what the user has sent, then a subscribed list with its patchsets, saved queries and discussions', async () => {
		await expand(/^Sent by Me\b/);
		await patches(
			/^term: three bytes are enough for an arrow, version 1, proposed, .*in ~ana\/editor-devel, .* ago, 1 reply/,
		).waitFor();
		await collapseRow(patches(/^Sent by Me\b/));
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await patches(/^Wrap long lines, version 3/).waitFor();
		await expand(/^From Carol/);
		await until(async () => (await patches(/^Wrap long lines, version 3/).count()) === 2, {
			what: 'the query has found the series',
		});
		await expand(/^Mistyped/);
		await patches(/^The forge rejected this query/).waitFor();
		await expand(/^Discussions/);
		await patches(/^What the editor is not/).waitFor();
	});
});
