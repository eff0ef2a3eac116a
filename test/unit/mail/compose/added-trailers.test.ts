import assert from 'node:assert/strict';
import { withTrailers } from '../../../../src/mail/compose/added-trailers.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';

const added = ['Reviewed-by: Ana Müller <ana@example.org>', 'Tested-by: Kim Lee <kim@example.org>'];

describe('A commit message with further trailers', () => {
	it('has them where git adds them', () => {
		inGitFolder(({ git }) => {
			for (const message of [
				'Text.\n',
				'Text.\n\nSigned-off-by: Bob <bob@example.org>\n',
				'Signed-off-by: Bob <bob@example.org>\n',
				'Text.\nFixes: 1\n',
				'Text.\n\nFixes: 1\n  and 2\n',
				'Text.\n\nSigned-off-by: Bob <bob@example.org>\n[bob: shorter]\n',
				'',
			]) {
				const trailers = added.flatMap((line) => ['--trailer', line]);
				const expected = git(['interpret-trailers', '--no-divider', ...trailers], `Title\n\n${message}`);
				// Git adds an empty line below the trailers of an empty message.
				assert.equal(`Title\n\n${withTrailers(message, added)}`, expected.replace(/\n+$/, '\n'), message);
			}
		});
	});

	it('is the same without any', () => {
		assert.equal(withTrailers('Text.\n', []), 'Text.\n');
	});
});
