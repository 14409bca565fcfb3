CREATE TABLE `token_use` (
	`day` text NOT NULL,
	`key` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`day`, `key`)
);
