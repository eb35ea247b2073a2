-- Set while the files of a picture that nothing shows are being removed, which no transaction waits for: until then, an upload
-- of the same picture waits. What a process that ended meanwhile leaves so is removed by the next sweep.
alter table photos add column leaving_at timestamptz;
