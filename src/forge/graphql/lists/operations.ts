import { ForgeError } from '../../contract/errors.ts';
import type { listRows } from '../../rows/lists.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms, type OwnerQuery } from '../document.ts';
import { listResource } from '../named-resource.ts';
import { pageWithGaps } from '../page-with-gaps.ts';
import { changePatchset, readPatchset } from './change-patchset.ts';
import * as documents from './documents.ts';
import { findSubscription, readSubscriptions } from './find-subscription.ts';
import { readMail, readPatches, readThread } from './read-mails.ts';
import { readPage, readPosts } from './read-posts.ts';
import { readSent, sentMails } from './read-sent.ts';
import { listOf, patchsetOf } from './values.ts';

const { user, oneMail, thread, threadParts, lists, oneList } = documents;
const { threadStarters, mailsOfList, mailByMessageId, patchsetsOfList, onePatchset, patches } = documents;
const { createList, updateList, updatePatchset, subscriptions, subscribe, unsubscribe } = documents;

const readLists = ['LISTS:RO', 'PROFILE:RO'];
const readMails = [...readLists, 'EMAILS:RO', 'PATCHES:RO'];
const changeLists = ['LISTS:RW', 'PROFILE:RO'];
const readSubscribed = ['SUBSCRIPTIONS:RO', ...readLists];
const changeSubscriptions = ['SUBSCRIPTIONS:RW', ...readLists];

const nameAdvice = 'A list is named like ~owner/name.';

interface Sizes<T> {
	readonly whole: T;
	readonly smaller: T;
}

/** All documents of a query below an owner. */
const ofOwners = ({ whole, smaller }: Sizes<OwnerQuery<unknown>>) => [
	...bothForms(whole),
	...bothForms(smaller),
];
const sizes = ({ whole, smaller }: Sizes<string>) => [whole, smaller];

/** The rows of lists, in their order. */
export const listOperations: Operations<typeof listRows> = {
	user: {
		scopes: ['PROFILE:RO'],
		documents: bothForms(user),
		run: (call, params) => call.askOwner(user, params, {}, (owner) => owner),
	},
	emails: {
		scopes: readMails,
		documents: ofOwners(sentMails),
		run: (call, params) => readSent(call, params),
	},
	email: {
		scopes: readMails,
		documents: sizes(oneMail),
		run: (call, { email }) => readMail(call, email),
	},
	thread: {
		scopes: readMails,
		documents: [...sizes(thread), ...sizes(threadParts)],
		run: (call, { email }) => readThread(call, email),
	},
	lists: {
		scopes: readLists,
		documents: bothForms(lists),
		run: async (call, params) => {
			const page = await call.askOwner(lists, params, { cursor: call.cursor }, (owner) => owner.lists);
			listResource.learn(call, page.results);
			return { ...page, results: page.results.map((list) => listOf(list)) };
		},
	},
	createList: {
		scopes: changeLists,
		documents: [createList],
		run: async (call, _params, { name, description }) => {
			const variables = { name, description, visibility: 'PUBLIC' };
			return listOf(await call.ask(createList, variables, ({ created }) => created));
		},
	},
	list: {
		scopes: [...readLists, 'ACLS:RO'],
		documents: bothForms(oneList),
		run: (call, params) =>
			listResource.askParts(call, params, oneList, (part) => {
				const details = part('details');
				return details && listOf(details, part('rights'));
			}),
	},
	updateList: {
		scopes: changeLists,
		documents: [updateList, ...bothForms(listResource.numberQuery)],
		run: (call, params, input) =>
			listResource.change(call, params, async (id) =>
				listOf(await call.ask(updateList, { id, input }, ({ updated }) => updated)),
			),
	},
	posts: {
		scopes: readMails,
		documents: [...ofOwners(threadStarters), ...ofOwners(mailsOfList), ...ofOwners(mailByMessageId)],
		run: (call, params) => readPosts(call, params),
	},
	patchsets: {
		scopes: readMails,
		documents: ofOwners(patchsetsOfList),
		run: (call, params) => readPage(call, params, patchsetsOfList, ({ patches }) => patches, patchsetOf),
	},
	patchset: {
		scopes: readMails,
		documents: [onePatchset],
		run: (call, params) => readPatchset(call, params),
	},
	updatePatchset: {
		scopes: [...readMails, 'PATCHES:RW'],
		documents: [updatePatchset, onePatchset],
		run: (call, params, { status }) => changePatchset(call, params, status),
	},
	patches: {
		scopes: readMails,
		documents: sizes(patches),
		run: (call, params) => readPatches(call, params),
	},
	subscriptions: {
		scopes: readSubscribed,
		documents: [subscriptions],
		run: async (call) =>
			pageWithGaps(await readSubscriptions(call, call.cursor), call.cursor, (subscription) => subscription),
	},
	subscribe: {
		scopes: changeSubscriptions,
		documents: [subscribe, ...bothForms(listResource.numberQuery)],
		run: (call, _params, { list }) => {
			const [, owner, name] = /^(~[^/]+)\/(.+)$/.exec(list) ?? [];
			if (owner === undefined || name === undefined)
				throw new ForgeError('refused', nameAdvice, { reasons: [{ field: 'list', reason: nameAdvice }] });
			return listResource.use(call, { owner, list: name }, (id) =>
				call.ask(subscribe, { list: id }, ({ subscription }) => subscription),
			);
		},
	},
	subscription: {
		scopes: readSubscribed,
		documents: [subscriptions],
		run: (call, { subscription }) => findSubscription(call, subscription),
	},
	unsubscribe: {
		scopes: changeSubscriptions,
		documents: [unsubscribe, subscriptions],
		run: async (call, params) => {
			const { list } = await findSubscription(call, params.subscription);
			await call.ask(unsubscribe, { list: list.id }, ({ subscription }) => subscription);
		},
	},
};
