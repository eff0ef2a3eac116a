import { openExtension } from '../kit/window/extension-window.ts';

// A window without an editor, in which a mail of the last session is open. Prints how many lines there are above it: those that are asked
// for first, and those of what that loads.
const [, , storage = '', ...open] = process.argv;

const uri = 'untitled:Untitled-1';
const stored = {
	...{ uri, series: 'series session ~ana/editor-devel 12', answered: 1, comments: [], text: '' },
	...{ inReplyTo: null, references: [] },
};
const { lensProviders } = await openExtension(storage, [], {
	memory: open.length > 0 ? { mailDocuments: [stored] } : {},
});
const document = {
	uri: { scheme: 'untitled', toString: () => uri },
	getText: () => 'Subject: Re: Read ahead\nTo: list@example.org\n\nThanks!\n',
};
const found: number[] = [];
for (const provider of lensProviders) found.push((await provider.provideCodeLenses(document)).length);
process.stdout.write(`\n${JSON.stringify(found)}`);
process.exit();
