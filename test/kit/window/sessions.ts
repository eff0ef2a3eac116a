import type { Session } from '../../../src/signin/sessions/session.ts';

export const session: Session = {
	id: 'one',
	instance: 'forge.test',
	account: '~ana',
	method: 'token',
	token: 'ana',
	scopes: null,
	expires: null,
	refresh: null,
	client: null,
};
