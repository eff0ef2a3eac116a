import assert from 'node:assert/strict';
import { sendToSample } from '../../../../../src/review/state/mail-server/send-to-sample.ts';
import { startMailServer } from '../../../../kit/mails/mail-server.ts';

const mail = (...to: readonly string[]) => ({ from: 'ana@example.org', to, raw: 'Subject: a\n\nb\n' });
const { signal } = new AbortController();

describe('A mail to the sample forge', () => {
	it('goes to its lists, and to no person', async () => {
		const server = await startMailServer();
		try {
			const place = { host: '127.0.0.1', port: server.port };
			const sent = await sendToSample(place, mail('~ana/devel@lists.test', 'bob@example.org'), signal);
			assert.equal(sent.kind, 'sent');
			assert.deepEqual(
				server.received.map(({ to }) => to),
				[['~ana/devel@lists.test']],
			);
			const refused = await sendToSample(place, mail('bob@example.org'), signal);
			assert.equal(refused.kind, 'refused');
			assert.equal(server.received.length, 1);
		} finally {
			await server.stop();
		}
	});
});
