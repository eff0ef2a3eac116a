import { ForgeError } from '../../contract/errors.ts';
import { postSearches } from '../../rows/lists.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type ListParams, listResource } from '../named-resource.ts';
import { pageWithGaps } from '../page-with-gaps.ts';
import { mailByMessageId, mailsOfList, threadStarters } from './documents.ts';
import { mailOf } from './values.ts';

const none = { results: [], next: null };

/**
 * The mails that start threads or, with a search, what the forge can find. It cannot search mails, so only the searches that Tildeforge
 * makes itself have a result: all mails, pull requests (which are not told apart), and a Message-ID.
 */
export async function readPosts(call: GraphqlCall, params: ListParams): Promise<unknown> {
	const search = call.options.query?.search;
	switch (search) {
		case undefined:
			return readStarters(call, params);
		case postSearches.others:
			return readAll(call, params);
		case postSearches.pulls:
			return none;
		default: {
			const [, messageId] = /^"([^"\s]+@[^"\s]+)"$/.exec(search) ?? [];
			if (messageId === undefined) throw new ForgeError('refused', 'This forge cannot search mails.');
			return findMail(call, params, messageId);
		}
	}
}

async function readStarters(call: GraphqlCall, params: ListParams): Promise<unknown> {
	const page = await listResource.ask(
		call,
		params,
		threadStarters.whole,
		{ cursor: call.cursor },
		(list) => list.threads,
		threadStarters.smaller,
	);
	return pageWithGaps(page, call.cursor, ({ root }) => mailOf(root));
}

async function readAll(call: GraphqlCall, params: ListParams): Promise<unknown> {
	const page = await listResource.ask(
		call,
		params,
		mailsOfList.whole,
		{ cursor: call.cursor },
		(list) => list.emails,
		mailsOfList.smaller,
	);
	return pageWithGaps(page, call.cursor, (mail) => mailOf(mail));
}

async function findMail(call: GraphqlCall, params: ListParams, message: string): Promise<unknown> {
	const { found } = await listResource.ask(
		call,
		params,
		mailByMessageId.whole,
		{ message },
		(list) => ({ found: list.message }),
		mailByMessageId.smaller,
	);
	return found ? { results: [mailOf(found)], next: null } : none;
}
