import assert from 'node:assert/strict';
import * as documents from '../../../../../src/forge/graphql/lists/documents.ts';
import { listExtraOperations } from '../../../../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../../../../src/forge/graphql/lists/operations.ts';
import { sentMails } from '../../../../../src/forge/graphql/lists/read-sent.ts';

const { mailsOfList, threadStarters, patchsetsOfList, oneMail, thread } = documents;

const operations = [...Object.values(listOperations), ...Object.values(listExtraOperations)];

describe('A document about a list', () => {
	it('asks for senders and submitters, and its smaller form does not, because each of them can make a whole page fail', () => {
		const pairs = [sentMails, mailsOfList, threadStarters, patchsetsOfList].map(({ whole, smaller }) => [
			whole.ofOwner,
			smaller.ofOwner,
		]);
		const single = [oneMail, thread].map(({ whole, smaller }) => [whole, smaller]);
		for (const [whole = '', smaller = ''] of [...pairs, ...single]) {
			assert.match(whole, /\b(sender|submitter) \{/);
			assert.doesNotMatch(smaller, /\b(sender|submitter|who)\b/);
		}
	});

	it('defines each fragment that it uses once, and no others', () => {
		for (const document of operations.flatMap((operation) => operation?.documents ?? [])) {
			const used = new Set([...document.matchAll(/\.\.\.(?!\s*on\b)\s*(\w+)/g)].map(([, name]) => name));
			const defined = [...document.matchAll(/fragment (\w+) on/g)].map(([, name]) => name);
			assert.deepEqual(defined.toSorted(), [...used].toSorted(), document);
		}
	});

	it('asks for the submitter of a patchset only where patchsets are listed, because that often fails', () => {
		assert.doesNotMatch(mailsOfList.whole.ofOwner, /submitter/);
	});
});
