import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { ShownConnection } from '../../../../src/tickets/view/shown-connection.ts';
import { accountsOf } from '../state/accounts.ts';
import { readable, stage } from '../state/forge.ts';

const offline = (message: string) => new ForgeError('offline', message);

describe('The connection of the Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** Two accounts whose lists of trackers were never read, and a tracker of each that failed. */
	async function open(errors: readonly [ana: ForgeError | undefined, bob: ForgeError | undefined]) {
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(await start(), at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		signIn('bob');
		const shown = tickets.accounts.map((account, nth) => ({
			account,
			trackerCache: { lastError: errors[nth], asOf: 7, tickets: new Map() },
		}));
		const connection = new ShownConnection();
		const messages = () => connection.unreached(tickets.accounts, shown).map(({ error }) => error.message);
		const didAnswer = (nth: number) => connection.didAnswer(tickets.accounts[nth] ?? assert.fail(), shown);
		return { connection, messages, didAnswer, shown, accounts: tickets.accounts };
	}

	it('has failed for each tracker that could not be reached, and not for refusals', async () => {
		const { messages } = await open([offline('One.'), new ForgeError('missing', 'Two.')]);
		assert.deepEqual(messages(), ['One.']);
	});

	it('works again for the account whose forge answers, and for no other', async () => {
		const { messages, didAnswer } = await open([offline('One.'), offline('Two.')]);
		assert.equal(didAnswer(0), true);
		assert.deepEqual(messages(), ['Two.']);
		assert.equal(didAnswer(0), false);
	});

	it('does not work again because a busy forge answers another request', async () => {
		const { messages, didAnswer } = await open([new ForgeError('busy', 'One.'), undefined]);
		assert.equal(didAnswer(0), false);
		assert.deepEqual(messages(), ['One.']);
	});

	it('has no time for a tracker without tickets', async () => {
		const { connection, accounts, shown } = await open([offline('One.'), undefined]);
		assert.deepEqual(
			connection.unreached(accounts, shown).map(({ asOf }) => asOf),
			[undefined],
		);
	});
});
