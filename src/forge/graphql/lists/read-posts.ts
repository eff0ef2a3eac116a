import { ForgeError } from '../../contract/errors.ts';
import { postSearches } from '../../rows/lists.ts';
import type { PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type ListParams, listResource, type ResourceQuery } from '../named-resource.ts';
import { pageWithGaps } from '../page-with-gaps.ts';
import { mailByMessageId, mailsOfList, threadStarters } from './documents.ts';
import { mailOf, withBrackets } from './values.ts';

const none = { results: [], next: null };

/**
 * The mails that start threads or, with a search, what the forge can find. It cannot search mails, so only the searches that Tildeforge
 * makes itself have an answer: all mails, pull requests (none, because the forge does not tell them apart), and a Message-ID.
 */
export async function readPosts(call: GraphqlCall, params: ListParams): Promise<unknown> {
	const search = call.options.query?.search;
	switch (search) {
		case undefined:
			return readPage(
				call,
				params,
				threadStarters,
				({ threads }) => threads,
				({ root }) => mailOf(root),
			);
		case postSearches.others:
			return readPage(
				call,
				params,
				mailsOfList,
				({ emails }) => emails,
				(mail) => mailOf(mail),
			);
		case postSearches.pulls:
			return none;
		default: {
			const [, messageId] = /^"([^"\s]+@[^"\s]+)"$/.exec(search) ?? [];
			if (messageId === undefined) throw new ForgeError('refused', 'This forge cannot search mails.');
			return findMail(call, params, messageId);
		}
	}
}

/** A page of what a list has. */
export async function readPage<Data, Row>(
	call: GraphqlCall,
	params: ListParams,
	{ whole, smaller }: { readonly whole: ResourceQuery<Data>; readonly smaller: ResourceQuery<Data> },
	pageOf: (list: Data) => PageData<Row>,
	convert: (row: Row) => unknown,
): Promise<unknown> {
	const page = await listResource.ask(call, params, whole, { cursor: call.cursor }, pageOf, smaller);
	return pageWithGaps(page, call.cursor, convert);
}

async function findMail(call: GraphqlCall, params: ListParams, messageId: string): Promise<unknown> {
	const message = withBrackets(messageId);
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
