import assert from 'node:assert/strict';
import {
	type DiffDocument,
	formatDocument,
	readDocument,
} from '../../../../../src/patches/model/side-texts/document-address.ts';

const patch = { account: 'a/1', owner: '~ana', list: 'editor "devel"', mail: 12, patch: 1 };
const file = { ...patch, file: 3 };

describe('The address of a document in a diff editor', () => {
	const documents: readonly DiffDocument[] = [
		{ kind: 'file', file, side: 'old' },
		{ kind: 'message', patch },
		{ kind: 'version', old: file, new: { ...file, mail: 13 }, side: 'new' },
		{ kind: 'version', old: undefined, new: file, side: 'old' },
		{ kind: 'net', changes: [file, { ...file, mail: 13, file: 0 }], side: 'new' },
	];
	for (const document of documents)
		it(`is read as it was id: ${formatDocument(document)}`, () => {
			assert.deepEqual(readDocument(formatDocument(document)), document);
		});

	const others = [
		'',
		'{}',
		'null',
		'["file","old"]',
		'["file","both",["a","b","c",1,2,3]]',
		'["file","old",["a","b","c",1,2]]',
		'["file","old",["a","b","c","1",2,3]]',
		'["file","old",["a","b","c",-1,2,3]]',
		'["file","old",["a","b","c",1,-2,3]]',
		'["file","old",["a","b","c",1,2,-3]]',
		'["file","old",["a","b","c",1,2,1.5]]',
		'["version","old",null,null]',
		'["message",["a","b",1,1,1]]',
		'["net","old",["a","b","c"],[]]',
		'["net","old",["a","b","c"],[[1,0,0],[2,0]]]',
		'["net","old",["a","b"],[[1,0,0]]]',
	];
	for (const query of others)
		it(`is not read from ${query || 'nothing'}`, () => assert.equal(readDocument(query), undefined));
});
