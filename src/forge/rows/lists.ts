import { get, many, one, post, put, query, remove } from '../contract/row.ts';
import {
	Email,
	List,
	ListChange,
	ListCreation,
	ListNames,
	NewestInLists,
	OpenedList,
	OpenedSeries,
	Patchset,
	PatchsetChange,
	Subscription,
	SubscriptionCreation,
} from '../shapes/lists.ts';
import { User } from '../shapes/people.ts';

const lists = '/api[/user/:owner]/lists';
const list = `${lists}/:list` as const;
const patchsets = `${list}/patchsets` as const;

/** The searches of `posts` that together find all mails. Without one, the forge lists only the mails that start threads. */
export const postSearches = { pulls: 'is:request-pull', others: '!is:request-pull' };

/** Section 4.1 of the contract, in its order. An email is identified by its number or by its Message-ID with brackets. */
export const listRows = {
	user: get('/api/user[/:owner]', null, one(User)),
	/** The mails that an account has sent. Always has their patchsets and threads; if the total is infinite, replies to others may be missing. */
	emails: get('/api[/user/:owner]/emails', 'emails:read', many(Email)),
	email: get('/api[/user/:owner]/emails/:email', 'emails:read', one(Email)),
	/** Returns whole mails, although the contract promises their short form. `:email` has to be the first mail of the thread. */
	thread: get('/api[/user/:owner]/thread/:email', 'emails:read', many(Email, 'bare')),
	lists: get(lists, 'lists:read', many(List)),
	createList: post('/api/lists', 'lists:write', ListCreation, one(List)),
	list: get(list, 'lists:read', one(List)),
	updateList: put('/api/lists/~list', 'lists:write', ListChange, one(List)),
	/** The mails that start a thread or, with a search, all that match. */
	posts: get(`${list}/posts`, 'lists:read', many(Email)),
	patchsets: get(patchsets, 'patches:read', many(Patchset)),
	patchset: get(`${patchsets}/:patchset`, 'patches:read', one(Patchset)),
	/** The scope is the one in the contract. `scopes.ts` has what servers require in practice. */
	updatePatchset: put(`${patchsets}/:patchset`, 'patches:read', PatchsetChange, one(Patchset)),
	patches: get(`${patchsets}/:patchset/patches`, 'patches:read', many(Email)),
	subscriptions: get('/api/subscriptions', 'subs:read', many(Subscription)),
	subscribe: post('/api/subscriptions', 'subs:write', SubscriptionCreation, one(Subscription)),
	subscription: get('/api/subscriptions/:subscription', 'subs:read', one(Subscription)),
	unsubscribe: remove('/api/subscriptions/:subscription', 'subs:write'),
};

/** What only GraphQL offers. The paths say which parameters the functions take; no request is sent to them. */
export const listExtraRows = {
	openList: get(list, 'lists:read', one(OpenedList)),
	newestInLists: query('/api/lists', 'emails:read', ListNames, one(NewestInLists)),
	openSeries: get(`${patchsets}/:patchset`, 'emails:read', one(OpenedSeries)),
};
