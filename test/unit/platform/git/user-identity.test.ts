import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUserIdentity } from '../../../../src/platform/git/user-identity.ts';
import { git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';

/** The identity of a user with these settings, whose home is a clone with others. */
function identityOf(settings: string) {
	const home = newRepository();
	userGit(home, 'config', 'user.email', 'project@example.org');
	writeFileSync(join(home, '.gitconfig'), settings);
	const environment = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: newFolder('config') };
	return readUserIdentity({ ...git, environment }, home);
}

describe("The user's name and address", () => {
	it("are those of the user's own settings of git, as git reads them", async () => {
		const settings = '[user]\nname = Old\n[User]\n\tname = "Ana  Müller "\n\temail = ana@example.org\n';
		assert.deepEqual(await identityOf(settings), { name: 'Ana  Müller', email: 'ana@example.org' });
	});

	it('are unknown without an address there, whatever the settings of a folder say', async () => {
		assert.equal(await identityOf('[user]\nname = Ana\n'), undefined);
		assert.equal(await identityOf(''), undefined);
	});
});
