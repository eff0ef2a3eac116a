import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import { trackOwner } from '../../../../src/platform/page/owner.ts';
import { PageLoader } from '../../../../src/platform/page/page-loader.ts';
import type { Account, Connection } from '../../../../src/signin/connections/connection.ts';
import type { EndedSession } from '../../../../src/signin/sessions/session-registry.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { settle } from '../../../kit/window/clock.ts';
import { session } from '../../../kit/window/sessions.ts';

const connection: Connection = connectionWithoutAreas();
const ana = (): Account => ({
	session: { ...session, id: 'ana', account: '~ana', instance: 'forge.test' },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test/' },
	connection,
});
const owner = { account: '~ana', instance: 'forge.test' };

/** The account `ana` of a feature, as the test changes it. */
class OneAccount {
	account: Account | undefined;
	/** Further accounts. */
	others: readonly Account[] = [];
	ended: Account | undefined;
	session: EndedSession | undefined;
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;
	readonly of = () => this.account;

	get accounts(): readonly Account[] {
		return this.account ? [this.account, ...this.others] : this.others;
	}

	readonly endedAccount = () => this.ended;
	readonly endedSession = () => this.session;
	isSample = false;
	readonly isTemporary = () => this.isSample;

	set(account: Account | undefined, ended?: Account, sessionThen?: EndedSession): void {
		this.account = account;
		this.ended = ended;
		this.session = sessionThen;
		this.#changes.fire();
	}
}

const refused: EndedSession = { id: 'ana', ...owner, ending: 'refused' };

class SampleLoader extends PageLoader<Account> {
	readonly calls: string[] = [];
	protected readonly area = 'lists';
	protected readonly isKnown = true;
	protected readonly wasStored = false;
	protected readonly asOf = undefined;

	constructor(accounts: OneAccount) {
		super('ana', accounts, () => this.calls?.push('changed'));
		this.start();
	}

	protected setSource(source: Account | undefined, lifetime: Lifetime): void {
		this.calls.push(source ? 'source' : 'no source');
		lifetime.add({ dispose: () => this.calls.push('end of source') });
	}

	protected async readStored(): Promise<void> {
		this.calls.push('disk');
	}

	protected async readForge(): Promise<undefined> {
		this.calls.push('forge');
	}
}

describe('The loader of a page', () => {
	/** A loader, and a function that waits, and then returns what was called since. */
	function open(account?: Account) {
		const accounts = new OneAccount();
		accounts.account = account;
		const loader = new SampleLoader(accounts);
		const calls = async () => {
			await settle();
			return loader.calls.splice(0).filter((one) => one !== 'changed');
		};
		return { accounts, loader, calls };
	}

	it('reads the disk, then the forge, and again when the account has another connection', async () => {
		const { accounts, loader, calls } = open(ana());
		assert.deepEqual(await calls(), ['source', 'disk', 'forge']);
		assert.deepEqual([loader.pageStatus(), loader.source === loader.account], [{ kind: 'good' }, true]);
		accounts.set(ana());
		assert.deepEqual(await calls(), ['end of source', 'source', 'disk', 'forge']);
		accounts.set(accounts.account);
		assert.deepEqual(await calls(), []);
	});

	it('reads again once the page is drawn after it was hidden', async () => {
		const { loader, calls } = open(ana());
		loader.didHide();
		await calls();
		loader.didDraw();
		assert.deepEqual(await calls(), ['disk', 'forge']);
	});

	it('reads the forge no more, but keeps its source, if the session ends without the user', async () => {
		const account = ana();
		const { accounts, loader, calls } = open(account);
		await calls();
		accounts.set(undefined, account, refused);
		assert.deepEqual(await calls(), ['disk']);
		await loader.refresh();
		assert.deepEqual([await calls(), loader.account, loader.source], [[], undefined, account]);
		const why = 'forge.test no longer accepts its token, which has expired or was revoked.';
		assert.deepEqual(loader.pageStatus(), { kind: 'signed-out', instance: 'forge.test', why });
	});

	it('has no source after the user has signed out, and still knows the account', async () => {
		const { accounts, loader, calls } = open(ana());
		await calls();
		accounts.set(undefined);
		assert.deepEqual(await calls(), ['end of source', 'no source']);
		assert.deepEqual([loader.source, loader.owner], [undefined, owner]);
		assert.deepEqual(loader.pageStatus(), { kind: 'signed-out', instance: 'forge.test' });
	});

	it('draws the page when the reason changes why it is signed out', async () => {
		const { accounts, loader } = open();
		assert.deepEqual(loader.pageStatus(), { kind: 'signed-out', instance: 'the forge' });
		await loader.opened;
		loader.calls.length = 0;
		accounts.set(undefined, undefined, refused);
		assert.deepEqual(loader.calls, ['changed']);
	});

	it('names its owner while there are other accounts, also after it has signed out', async () => {
		const { accounts, loader } = open(ana());
		assert.equal(loader.ownerToName, null);
		accounts.others = [{ ...ana(), session: { ...ana().session, id: 'bob', account: '~bob' } }];
		loader.calls.length = 0;
		accounts.set(accounts.account);
		assert.deepEqual([loader.calls, loader.ownerToName], [['changed'], owner]);
		accounts.set(undefined);
		assert.deepEqual(loader.ownerToName, owner);
		accounts.others = [];
		assert.equal(loader.ownerToName, null);
	});

	it('names its owner if that is of the sample forge, but not in its tab if that is the only account', () => {
		const { accounts, loader } = open(ana());
		accounts.isSample = true;
		assert.deepEqual([loader.ownerToName, loader.tabOwner], [owner, null]);
		accounts.others = [{ ...ana(), session: { ...ana().session, id: 'bob', account: '~bob' } }];
		assert.deepEqual(loader.tabOwner, owner);
	});

	it('does nothing after its end', async () => {
		const { accounts, loader, calls } = open(ana());
		await calls();
		loader.dispose();
		accounts.set(undefined);
		assert.deepEqual(await calls(), ['end of source']);
	});
});

describe('The owner of a page', () => {
	it('is the account while it is signed in, and afterwards, even if it signs out before the page is drawn', () => {
		const accounts = new OneAccount();
		accounts.set(ana());
		const findOwner = trackOwner('ana', accounts);
		accounts.set(undefined);
		assert.deepEqual(findOwner(), owner);
	});

	it('is the account of a session that has ended, and unknown if there is none', () => {
		const accounts = new OneAccount();
		const findOwner = trackOwner('ana', accounts);
		assert.equal(findOwner(), undefined);
		accounts.set(undefined, undefined, refused);
		assert.deepEqual(findOwner(), owner);
	});
});
