import assert from 'node:assert/strict';
import {
	descriptionAddress,
	parseDescriptionPath,
} from '../../../../../src/tickets/commands/descriptions/description-address.ts';
import { session } from '../../../../kit/window/sessions.ts';

const editor = { account: 'session', owner: '~bob', tracker: 'editor' };

describe('The address of a description', () => {
	it('names the tracker or ticket and the account', () => {
		const tracker = descriptionAddress(editor, session);
		const ticket = descriptionAddress({ ...editor, ticket: 12 }, session);
		assert.deepEqual(tracker, { path: '/~bob/editor/Description of editor.md', query: '~ana (forge.test)' });
		assert.deepEqual(ticket, { path: '/~bob/editor/12/Description of #12.md', query: '~ana (forge.test)' });
		assert.deepEqual(
			[tracker, ticket].map(({ path }) => parseDescriptionPath(path)),
			[
				{ owner: '~bob', tracker: 'editor', ticket: undefined },
				{ owner: '~bob', tracker: 'editor', ticket: 12 },
			],
		);
	});
});
